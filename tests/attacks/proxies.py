"""Proxies before a club: nginx from Debian's packages, and a small one of our own."""

import http.client
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests

from tests.debian import find_libraries, unpacked
from tests.mail.post import free_port

CONFIG = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""


class Nginx:
    """A real one, unpacked under the temp folder."""

    def __init__(self, behind, folder):
        root = unpacked("nginx")
        self.port = free_port()
        (folder / "nginx.conf").write_text(CONFIG.format(folder=folder, port=self.port, behind=behind))
        command = [root / "usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
        self.process = subprocess.Popen(command, env=find_libraries(root))
        wait_for(self.port)

    def close(self):
        self.process.terminate()
        self.process.wait(30)


class SmallProxy(BaseHTTPRequestHandler):
    """Forwards a request and adds whom it comes from."""

    protocol_version = "HTTP/1.1"
    behind = 0

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        hops = [*self.headers.get_all("X-Forwarded-For", []), self.client_address[0]]
        kept = {"Content-Type": self.headers.get("Content-Type", ""), "X-Forwarded-For": ", ".join(hops)}
        upstream = http.client.HTTPConnection("127.0.0.1", self.behind, timeout=30)
        upstream.request(self.command, self.path, body, kept)
        answer = upstream.getresponse()
        said = answer.read()
        upstream.close()
        self.send_response(answer.status)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    do_GET = do_POST = forward  # noqa: N815 - the library's names

    def log_message(self, *_):
        pass


class OwnProxy:
    """The small one in a thread."""

    def __init__(self, behind, _folder):
        handler = type("Handler", (SmallProxy,), {"behind": behind})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def wait_for(port):
    """Wait until somebody answers."""
    for _ in range(1200):
        try:
            requests.get(f"http://127.0.0.1:{port}/healthz", timeout=5)
        except requests.RequestException:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(port)
