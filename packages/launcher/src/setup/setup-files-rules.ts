import path from "node:path";
import type { SetupAnswers } from "./setup-answers.ts";

/** Where the unit in deploy/ has the project, its data and its user. */
const unitProject = "/opt/neonrelay";
const unitData = "/var/lib/neonrelay";
const user = "neonrelay";
/** Below it only root, or a service with a right of its own, may listen. */
const FIRST_OPEN_PORT = 1024;
const HTTPS_PORT = 443;

/** Lines of DATA_DIR/station.env: only what is not the station's default. */
export function environmentLines(answers: SetupAnswers): readonly string[] {
  const { tls, domain, webPort, streamPort, music, certificate, key } = answers;
  const isBehindCaddy = tls === "caddy";
  const publicUrl = publicUrlOf(answers);
  return [
    // Behind Caddy only Caddy is to reach the web port; DJs and radios without TLS reach the stream port.
    isBehindCaddy ? "HOST=127.0.0.1" : "HOST=0.0.0.0",
    ...(isBehindCaddy ? ["STREAM_HOST=0.0.0.0", "TRUST_PROXY=127.0.0.1"] : []),
    `PORT=${webPort}`,
    `STREAM_PORT=${streamPort}`,
    ...(domain === null ? [] : [`PUBLIC_URL=${publicUrl}`]),
    ...(certificate === null || key === null
      ? []
      : [`TLS_CERT=${quoted(certificate)}`, `TLS_KEY=${quoted(key)}`]),
    ...(music === null ? [] : [`MUSIC_DIRS=${quoted(music)}`]),
  ];
}

/** What people open. */
export function publicUrlOf({ tls, domain, webPort }: SetupAnswers): string {
  const host = domain ?? "127.0.0.1";
  if (tls === "caddy") return `https://${host}`;
  if (tls === "own") return `https://${host}${webPort === HTTPS_PORT ? "" : `:${webPort}`}`;
  return `http://${host}${webPort === 80 ? "" : `:${webPort}`}`;
}

function quoted(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text}'`;
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
  let unit = template.replaceAll(unitProject, projectRoot);
  if (dataDir !== unitData)
    unit = unit
      .replaceAll(unitData, dataDir)
      .replace(/^StateDirectory=.*\nStateDirectoryMode=.*$/m, `ReadWritePaths=${dataDir}`);
  const read = [projectRoot, dataDir, music, certificate, key];
  if (read.some((place) => place !== null && /^\/(?:home|root|run\/user)\//.test(place)))
    unit = unit.replace(/^ProtectHome=yes$/m, "ProtectHome=read-only");
  const hasLowPort = Math.min(answers.webPort, answers.streamPort) < FIRST_OPEN_PORT;
  return hasLowPort ? withSettings(unit, lowPorts) : unit;
}

/** Puts each setting of a drop-in in the place of the unit's, or behind CapabilityBoundingSet. */
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
    `id -u ${user} >/dev/null 2>&1 || useradd --system --home-dir ${unitData} --shell /usr/sbin/nologin ${user}`,
    `chown -R ${user}: ${shellWord(dataDir)}`,
    `install --mode=644 ${file("neonrelay.service")} /etc/systemd/system/neonrelay.service`,
    "systemctl daemon-reload",
    "systemctl enable --now neonrelay",
  ];
  const forCaddy = [
    `install --backup --mode=644 ${file("Caddyfile")} /etc/caddy/Caddyfile`,
    "systemctl reload caddy",
  ];
  return [...(service === "systemd" ? forService : []), ...(tls === "caddy" ? forCaddy : [])];
}

export function shellWord(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
