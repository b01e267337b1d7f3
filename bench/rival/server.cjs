// boardgame.io with its file store and a game that only counts: node server.cjs FOLDER; prints its port.
const { Server, FlatFile, Origins } = require("boardgame.io/server");

const counter = {
  name: "counter",
  setup: () => ({ count: 0 }),
  moves: { add: ({ G }) => { G.count += 1; } },
};
const server = Server({ games: [counter], origins: [Origins.LOCALHOST], db: new FlatFile({ dir: process.argv[2] }) });
console.info = () => {}; // it reports every move
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => process.stdout.write(`${appServer.address().port}\n`));
process.on("SIGTERM", () => process.exit(0));
