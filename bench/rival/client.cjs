// Moves for a boardgame.io server: node client.cjs PORT MATCHES MOVES; each match has a connection and waits for each answer.
const { io } = require("socket.io-client");

const [port, matches, moves] = process.argv.slice(2).map(Number);
const origin = `http://127.0.0.1:${port}`;
const settling = 5; // the server still stores that everybody has come: the first moves wait for that
const move = { type: "MAKE_MOVE", payload: { type: "add", args: [], playerID: "0" } };

async function open() {
  const asked = { method: "POST", headers: { "content-type": "application/json" }, body: '{"numPlayers":1}' };
  const { matchID } = await (await fetch(`${origin}/games/counter/create`, asked)).json();
  const socket = io(`${origin}/counter`, { transports: ["websocket"] });
  await new Promise((done) => socket.once("connect", done));
  const synced = new Promise((done) => socket.once("sync", done));
  socket.emit("sync", matchID, "0", undefined, 1);
  await synced;
  return { matchID, socket };
}

async function play({ matchID, socket }, first, count) {
  const waits = [];
  for (let stateID = first; stateID < first + count; stateID += 1) {
    const began = performance.now();
    const answered = new Promise((done) => socket.once("update", done));
    socket.emit("update", move, stateID, matchID, "0");
    await answered;
    waits.push((performance.now() - began) / 1000);
  }
  return waits;
}

(async () => {
  const tables = [];
  for (let n = 0; n < matches; n += 1) tables.push(await open());
  await Promise.all(tables.map((table) => play(table, 0, settling)));
  const began = performance.now();
  const waits = (await Promise.all(tables.map((table) => play(table, settling, moves)))).flat();
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(JSON.stringify({ seconds, waits, statuses: { 201: waits.length } }));
  process.exit(0);
})();
