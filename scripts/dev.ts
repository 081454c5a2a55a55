// `npm run dev`: a real station with demo music behind Vite. Changes of the web app hot-reload; changes of the server
// restart only the server, so the sound continues; changes of on-air restart on-air.
import { watch } from "node:fs";
import path from "node:path";
import { createServer, type Plugin } from "vite";
import { readLaunch } from "../packages/launcher/src/launch.ts";
import { startStation } from "../packages/launcher/src/start-station.ts";
import type { PartName } from "../packages/launcher/src/station-part.ts";
import { devPassword, makeDevAccounts } from "./dev-accounts.ts";
import { isOfStation, mayHaveDevAccounts, partsRunning } from "./dev-rules.ts";
import { projectRoot } from "./stage.ts";

/** An editor writes a file in several steps, and a branch switch touches many files. */
const SETTLE_MS = 150;
const VITE_PORT = 5173;

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => stop.abort());
const devFolder = path.join(projectRoot, "data/dev");
const environment = { DATA_DIR: devFolder, ...process.env };
const { config: given } = readLaunch({ environment, workingFolder: process.cwd() });
const password = mayHaveDevAccounts(given, devFolder) ? devPassword(given.dataDir) : null;
const config =
  password === null ? given : { ...given, admin: { ...given.admin, username: "admin", password } };
const station = await startStation({
  config,
  environment,
  projectRoot,
  clockSpeed: 1,
  isTrial: false,
  output: { announce: (line) => console.log(line), log: (line) => console.error(line) },
  signal: stop.signal,
});
const { host, port } = config;
const vite = await createServer({
  configFile: path.join(projectRoot, "packages/web/vite.config.ts"),
  cacheDir: path.join(projectRoot, "node_modules/.cache/neonrelay-dev"),
  plugins: [noWorker()],
  server: {
    port: Number(process.env["VITE_PORT"] ?? VITE_PORT),
    strictPort: true,
    proxy: {
      // Host and Origin stay as sent by the browser, so that the station accepts its calls.
      "^/": {
        target: `http://${host}:${port}`,
        ws: true,
        bypass: ({ url = "/" }) => (isOfStation(url) ? undefined : url),
      },
    },
  },
});
await vite.listen();
vite.printUrls();
console.log(
  password === null
    ? "No accounts of development: they are for data/dev on this machine alone."
    : await makeDevAccounts(`http://${host}:${port}`, password),
);
const changed = new Set<PartName>();
let timer: NodeJS.Timeout | undefined;
watch(path.join(projectRoot, "packages"), { recursive: true }, (_event, name) => {
  const parts = name === null ? [] : partsRunning(path.join("packages", name));
  if (parts.length === 0) return;
  for (const part of parts) changed.add(part);
  clearTimeout(timer);
  timer = setTimeout(() => {
    for (const part of changed) station.restart(part);
    changed.clear();
  }, SETTLE_MS);
});
stop.signal.addEventListener("abort", () => {
  void Promise.all([vite.close(), station.close()]).finally(() => process.exit(0));
});

/** The service worker would serve a cached build instead of the current code. */
function noWorker(): Plugin {
  return {
    name: "neonrelay-no-worker",
    configureServer: ({ middlewares }) => {
      middlewares.use("/service-worker.js", (_request, response) => {
        response.writeHead(404).end();
      });
    },
  };
}
