import path from "node:path";
import type { SetupAnswers } from "./setup-answers.ts";
import { CADDYFILE, serviceNamesOf } from "./station-name-rules.ts";
import type { Variables } from "./former-answers-rules.ts";

/** Paths of the project and the data in the units in deploy/. */
const unitProject = "/opt/neonrelay";
const unitData = "/var/lib/neonrelay";
const unitPlaces = /\/opt\/neonrelay|\/var\/lib\/neonrelay/g;
/** Below it only root, or a service with an extra capability, may listen. */
const FIRST_OPEN_PORT = 1024;
const HTTPS_PORT = 443;

/** Variables for DATA_DIR/station.env: only those that differ from the defaults. */
export function environmentOf(answers: SetupAnswers): Readonly<Record<string, string>> {
  const { tls, domain, webPort, streamPort, music, databaseUrl } = answers;
  return {
    // Only the proxy may reach the web port; DJs and radios without TLS reach the stream port.
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

/** With a certificate, IRC is open to others only with TLS. */
function ircOf(answers: SetupAnswers): Readonly<Record<string, string>> {
  const { ircPort, tls, name, localIrcPort } = answers;
  if (ircPort === null)
    return name === null || localIrcPort === null ? {} : { IRC_LISTEN_PORT: localIrcPort };
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

/** The address people open. */
export function publicUrlOf({ tls, domain, webPort }: SetupAnswers): string {
  const host = domain ?? "127.0.0.1";
  if (isBehindProxy({ tls })) return `https://${host}`;
  if (tls === "own") return `https://${host}${webPort === HTTPS_PORT ? "" : `:${webPort}`}`;
  return `http://${host}${webPort === 80 ? "" : `:${webPort}`}`;
}

/** The unit in deploy/systemd for this station: named ones use a template. */
export function unitTemplateOf({ name }: Pick<SetupAnswers, "name">): string {
  return name === null ? "neonrelay.service" : "neonrelay@.service";
}

/**
 * Adapts a unit in deploy/systemd to this installation.
 * @param template its text, see unitTemplateOf
 * @param lowPorts text of low-ports.conf, for ports below 1024
 */
export function unitFor(
  answers: SetupAnswers,
  {
    template,
    lowPorts,
    projectRoot,
  }: { readonly template: string; readonly lowPorts: string; readonly projectRoot: string },
): string {
  const { name, dataDir, music, certificate, key } = answers;
  const { folder } = serviceNamesOf(name);
  let unit = template.replaceAll("%i", name ?? "").replaceAll(folder, unitData);
  if (dataDir !== folder)
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
 * Replaces paths in a line of a unit, escaped per systemd.syntax(7): percent signs are doubled, and words with spaces
 * are quoted, except for WorkingDirectory, which takes the rest of its line.
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

/** Merges a drop-in into the unit: replaces settings it has, and adds the others after CapabilityBoundingSet. */
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

/**
 * @param template the Caddyfile in deploy/
 * @param installed the current main Caddyfile, which the unnamed station replaces
 */
export function caddyfileFor(
  { name, domain, webPort }: SetupAnswers,
  { template, installed }: { readonly template: string; readonly installed: string },
): string {
  const others =
    name === null
      ? installed.split("\n").filter((line) => line.startsWith("import /etc/caddy/neonrelay-"))
      : [];
  return [
    template
      .replace("{$DOMAIN:radio.example}", domain ?? "localhost")
      .replace("{$UPSTREAM:127.0.0.1:5000}", `127.0.0.1:${webPort}`),
    ...others.map((line) => `${line}\n`),
  ].join("");
}

/**
 * Commands left for root to run.
 * @param folder where setup has written the files
 */
export function commandsForRoot(
  { name, service, tls, dataDir }: SetupAnswers,
  folder: string,
): readonly string[] {
  const file = (base: string): string => shellWord(path.join(folder, base));
  const { unit, service: serviceName, user, folder: home, caddyfile } = serviceNamesOf(name);
  const forService = [
    `id -u ${user} >/dev/null 2>&1 || useradd --system --home-dir ${home} --shell /usr/sbin/nologin ${user}`,
    `chown -R ${user}: ${shellWord(dataDir)}`,
    `install --mode=644 ${file(unit)} /etc/systemd/system/${unit}`,
    "systemctl daemon-reload",
    `systemctl enable ${serviceName}`,
    `systemctl restart ${serviceName}`,
  ];
  const forCaddy = [
    ...(name === null
      ? [`install --backup --mode=644 ${file("Caddyfile")} ${caddyfile}`]
      : [
          `install --mode=644 ${file("Caddyfile")} ${caddyfile}`,
          `grep -qxF 'import ${caddyfile}' ${CADDYFILE} || echo 'import ${caddyfile}' >> ${CADDYFILE}`,
        ]),
    "systemctl reload-or-restart caddy",
  ];
  return [...(service === "systemd" ? forService : []), ...(tls === "caddy" ? forCaddy : [])];
}

export function shellWord(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Updates the text of a station.env from one set of variables to another. Unchanged variables keep their lines, edits
 * by hand included; so do comments and all other variables.
 */
export function changeEnvironment(
  text: string,
  { former, wanted }: { readonly former: Variables; readonly wanted: Variables },
): string {
  let lines = text.split("\n").filter((line, index, all) => line !== "" || index < all.length - 1);
  for (const name of new Set([...Object.keys(former), ...Object.keys(wanted)])) {
    const value = wanted[name];
    const at = lines.findIndex((line) => nameOf(line) === name);
    // An absent variable means its default, which may have changed.
    if (value === former[name] && (value === undefined || at !== -1)) continue;
    const added = value === undefined ? [] : [`${name}=${quoted(value)}`];
    const others = lines.filter((line) => nameOf(line) !== name);
    lines = at === -1 ? [...others, ...added] : others.toSpliced(at, 0, ...added);
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** The variable that a line sets; undefined: none. */
function nameOf(line: string): string | undefined {
  return /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
}

/** A value ends with the quote it starts with. */
function quoted(text: string): string {
  if (/^[\w./:@+-]+$/.test(text)) return text;
  const quote = ["'", '"', "`"].find((candidate) => !text.includes(candidate)) ?? "'";
  return `${quote}${text}${quote}`;
}
