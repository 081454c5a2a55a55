import path from "node:path";
import { bad, type Finding } from "@neonrelay/server/finding";
import { portsOfOthers } from "./installed-stations.ts";
import { nameOf, readerOf, type Known } from "./known-answers.ts";
import { checkPort } from "./setup-checks.ts";

/** How many ports to try, counting up from the usual one. */
const PORTS_TRIED = 100;

type PortName = "webPort" | "streamPort" | "ircPort" | "localIrcPort";
const checkPortOf =
  (name: PortName, variable: Parameters<typeof checkPort>[0]["variable"]) =>
  async (port: string, known: Known): Promise<Finding> => {
    const others = { webPort: "the web app", streamPort: "the stream" } as const;
    for (const other of ["webPort", "streamPort"] as const)
      if (other !== name && port !== "0" && port === known[other])
        return bad(`${port} is the port of ${others[other]}`, "Choose another one.");
    if (portsOfOthers(known.installed, path.resolve(known.dataDir)).has(Number(port)))
      return bad(`${port} is a port of another station on this machine`, "Choose another one.");
    const isProxied = known.tls === "caddy" || known.tls === "proxy";
    const isLocal = name === "localIrcPort" || (name === "webPort" && isProxied);
    const host = isLocal ? "127.0.0.1" : "0.0.0.0";
    const isOwnPort = known.former.isRunning && known.former.answers[name] === port;
    return await checkPort({ variable, host, port }, { ...readerOf(known), isOwn: isOwnPort });
  };

/** The usual port; for a station beside others, the first free one from there. */
export const portFrom =
  (usual: number, check: ReturnType<typeof checkPortOf>) =>
  async (known: Known): Promise<string> => {
    if (nameOf(known) === null) return String(usual);
    for (let port = usual; port < usual + PORTS_TRIED; port += 1)
      if ((await check(String(port), known)).state === "ok") return String(port);
    return String(usual);
  };
export const checkWebPort = checkPortOf("webPort", "PORT");
export const checkStreamPort = checkPortOf("streamPort", "STREAM_PORT");
export const checkIrcPort = checkPortOf("ircPort", "IRC_LISTEN_PORT");
export const checkLocalIrcPort = checkPortOf("localIrcPort", "IRC_LISTEN_PORT");
