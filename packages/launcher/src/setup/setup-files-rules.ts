import path from "node:path";
import type { SetupAnswers } from "./setup-answers.ts";

/** Where the unit in deploy/ has the project, its data and its user. */
const unitProject = "/opt/neonrelay";
const unitData = "/var/lib/neonrelay";
const unitPlaces = /\/opt\/neonrelay|\/var\/lib\/neonrelay/g;
export const serviceUser = "neonrelay";
/** Below it only root, or a service with a right of its own, may listen. */
const FIRST_OPEN_PORT = 1024;
const HTTPS_PORT = 443;

/** Variables of DATA_DIR/station.env: only what is not the station's default. */
export function environmentOf(answers: SetupAnswers): Readonly<Record<string, string>> {
  const { tls, domain, webPort, streamPort, music, databaseUrl } = answers;
  return {
    // Only the proxy is to reach the web port; DJs and radios without TLS reach the stream port.
    ...(isBehindProxy(answers)
      ? { HOST: "127.0.0.1", STREAM_HOST: "0.0.0.0", TRUST_PROXY: "127.0.0.1" }
      : { HOST: "0.0.0.0" }),
    PORT: String(webPort),
    STREAM_PORT: String(streamPort),
    ...(domain === null && tls === "none" ? {} : { PUBLIC_URL: publicUrlOf(answers) }),
    ...certificateOf(answers, ""),
    ...ircOf(answers),
    ...(music.length === 0 ? {} : { MUSIC_DIRS: music.join(":") }),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
}

function isBehindProxy({ tls }: Pick<SetupAnswers, "tls">): boolean {
  return tls === "caddy" || tls === "proxy";
}

function certificateOf(
  { certificate, key }: SetupAnswers,
  prefix: string,
): Readonly<Record<string, string>> {
  if (certificate === null || key === null) return {};
  return { [`${prefix}TLS_CERT`]: certificate, [`${prefix}TLS_KEY`]: key };
}

/** With a certificate IRC is open to others with TLS only. */
function ircOf(answers: SetupAnswers): Readonly<Record<string, string>> {
  const { ircPort, tls } = answers;
  if (ircPort === null) return {};
  const port = String(ircPort);
  return {
    IRC_LISTEN_HOST: "0.0.0.0",
    ...(tls === "own"
      ? {
          IRC_LISTEN_PORT: "off",
          IRC_LISTEN_TLS_PORT: port,
          ...certificateOf(answers, "IRC_LISTEN_"),
        }
      : { IRC_LISTEN_PORT: port }),
  };
}

/** What people open. */
export function publicUrlOf({ tls, domain, webPort }: SetupAnswers): string {
  const host = domain ?? "127.0.0.1";
  if (isBehindProxy({ tls })) return `https://${host}`;
  if (tls === "own") return `https://${host}${webPort === HTTPS_PORT ? "" : `:${webPort}`}`;
  return `http://${host}${webPort === 80 ? "" : `:${webPort}`}`;
}

/**
 * The unit of deploy/systemd for this place.
 * @param template its text @param lowPorts the text of low-ports.conf, for ports below 1024
 */
export function unitFor(
  answers: SetupAnswers,
  {
    template,
    lowPorts,
    projectRoot,
  }: { readonly template: string; readonly lowPorts: string; readonly projectRoot: string },
): string {
  const { dataDir, music, certificate, key } = answers;
  let unit = template;
  if (dataDir !== unitData)
    unit = unit.replace(
      /^StateDirectory=.*\nStateDirectoryMode=.*$/m,
      `ReadWritePaths=${unitData}`,
    );
  unit = unit
    .split("\n")
    .map((line) => withPlaces(line, { [unitProject]: projectRoot, [unitData]: dataDir }))
    .join("\n");
  const read = [projectRoot, dataDir, ...music, certificate, key];
  if (read.some((place) => place !== null && /^\/(?:home|root|run\/user)\//.test(place)))
    unit = unit.replace(/^ProtectHome=yes$/m, "ProtectHome=read-only");
  const ports = [answers.webPort, answers.streamPort, answers.ircPort ?? FIRST_OPEN_PORT];
  const hasLowPort = Math.min(...ports) < FIRST_OPEN_PORT;
  return hasLowPort ? withSettings(unit, lowPorts) : unit;
}

/**
 * Puts other places into a line of a unit, as systemd.syntax(7) wants them: a percent sign twice, and words with a blank in
 * quotes, but for the folder of WorkingDirectory, which is the rest of its line.
 */
function withPlaces(line: string, places: Readonly<Record<string, string>>): string {
  const put = (text: string): string =>
    text.replaceAll(unitPlaces, (place) => (places[place] ?? place).replaceAll("%", "%%"));
  const [, name = "", value = ""] = /^(\w+=)(.*)$/.exec(line) ?? [];
  if (name === "" || name === "WorkingDirectory=" || name === "Description=") return put(line);
  const word = (text: string): string => {
    const other = put(text);
    return other === text || !/[\s"'\\]/.test(other)
      ? other
      : `"${other.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  };
  return name + value.split(" ").map(word).join(" ");
}

/** Puts each setting of a drop-in in place of the unit's, or behind CapabilityBoundingSet. */
function withSettings(unit: string, dropIn: string): string {
  const lines = unit.split("\n");
  for (const line of dropIn.split("\n").filter((text) => /^\w+=/.test(text))) {
    const name = line.slice(0, line.indexOf("=") + 1);
    const at = lines.findIndex((text) => text.startsWith(name));
    if (at !== -1) lines[at] = line;
    else lines.splice(lines.findIndex((text) => text.startsWith("CapabilityB")) + 1, 0, line);
  }
  return lines.join("\n");
}

/** @param template the Caddyfile of deploy/ */
export function caddyfileFor({ domain, webPort }: SetupAnswers, template: string): string {
  return template
    .replace("{$DOMAIN:radio.example}", domain ?? "localhost")
    .replace("{$UPSTREAM:127.0.0.1:5000}", `127.0.0.1:${webPort}`);
}

/** What is left for root, one command each. @param folder where setup has written the files */
export function commandsForRoot(
  { service, tls, dataDir }: SetupAnswers,
  folder: string,
): readonly string[] {
  const file = (name: string): string => shellWord(path.join(folder, name));
  const forService = [
    `id -u ${serviceUser} >/dev/null 2>&1 || useradd --system --home-dir ${unitData} --shell /usr/sbin/nologin ${serviceUser}`,
    `chown -R ${serviceUser}: ${shellWord(dataDir)}`,
    `install --mode=644 ${file("neonrelay.service")} /etc/systemd/system/neonrelay.service`,
    "systemctl daemon-reload",
    "systemctl enable neonrelay",
    "systemctl restart neonrelay",
  ];
  const forCaddy = [
    `install --backup --mode=644 ${file("Caddyfile")} /etc/caddy/Caddyfile`,
    "systemctl reload-or-restart caddy",
  ];
  return [...(service === "systemd" ? forService : []), ...(tls === "caddy" ? forCaddy : [])];
}

export function shellWord(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
