import { bad, warning, well, type Finding } from "./finding.ts";

/** What was found on one of the station's ports. */
export type PortProbe =
  /** Something accepts connections there; `by` names the process if the system tells. */
  | { readonly kind: "open"; readonly by: string | null }
  | { readonly kind: "free" }
  /** The system refuses it; `code` is its reason. */
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "any" };

export interface PortState {
  readonly what: string;
  readonly variable: string;
  readonly host: string;
  readonly port: number;
  readonly look: PortProbe;
}

/** One finding for all ports: the worst decides, and each with a problem is named. */
export function judgePorts(
  ports: readonly PortState[],
  { isStationRunning }: { readonly isStationRunning: boolean },
): Finding {
  const findings = ports.map((port) => judgePort(port, isStationRunning));
  const wrong = findings.filter(({ state }) => state !== "ok");
  const found = (wrong.length === 0 ? findings : wrong).map((one) => one.found).join(", ");
  if (wrong.length === 0) return well(found);
  return bad(found, [...new Set(wrong.map(({ advice }) => advice))].join(" "));
}

function judgePort({ what, variable, host, port, look }: PortState, isRunning: boolean): Finding {
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  switch (look.kind) {
    case "any":
      return well(`${what} on any free port`);
    case "open": {
      const by = look.by === null ? "" : ` by ${look.by}`;
      if (isRunning) return well(`${what} on ${place}`);
      return bad(
        `${what}: ${place} is taken${by}`,
        `Stop that program, or set ${variable} to another port.`,
      );
    }
    case "free":
      if (!isRunning) return well(`${what}: ${place} is free`);
      return bad(
        `${what}: nothing answers on ${place}`,
        "Look at the station's log for the reason, and restart the station.",
      );
    case "refused":
      return bad(
        `${what}: ${place} can't be opened (${look.code})`,
        refusalAdvice(look.code, variable),
      );
    default:
      return look satisfies never;
  }
}

function refusalAdvice(code: string, variable: string): string {
  if (code === "EACCES")
    return `Ports below 1024 need a right: set ${variable} to a higher port behind a proxy, or give the service CAP_NET_BIND_SERVICE.`;
  if (code === "EADDRNOTAVAIL")
    return `This machine doesn't have that address: set ${variable.replace("PORT", "HOST")} to one it has, or to 0.0.0.0 for all.`;
  return `Set ${variable} to another port.`;
}

/** What answered at an address that the station publishes. */
export type ReachProbe =
  | { readonly kind: "this-station" }
  | { readonly kind: "another" }
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "no-answer"; readonly reason: string }
  /** It answers, but not in a way that identifies this station. */
  | { readonly kind: "unknown" };

export interface ReachState {
  readonly variable: string;
  readonly url: string;
  readonly look: ReachProbe;
}

export function judgeReach(
  addresses: readonly ReachState[],
  { isStationRunning }: { readonly isStationRunning: boolean },
): Finding {
  if (addresses.length === 0)
    return well("PUBLIC_URL is not set: addresses follow what each browser asks for");
  if (!isStationRunning) return well("not checked while the station is stopped");
  const findings = addresses.map(judgeAddress);
  const wrong = findings.filter(({ state }) => state !== "ok");
  const found = (wrong.length === 0 ? findings : wrong).map((one) => one.found).join(", ");
  if (wrong.length === 0) return well(found);
  return bad(found, wrong.map(({ advice }) => advice).join(" "));
}

function judgeAddress({ variable, url, look }: ReachState): Finding {
  switch (look.kind) {
    case "this-station":
      return well(`${url} is this station`);
    case "unknown":
      return well(`${url} answers`);
    case "another":
      return bad(
        `${url} answers, but is not this station`,
        `Correct ${variable}, or what the domain or the proxy points to.`,
      );
    case "status":
      return bad(
        `${url} answers with status ${look.status}`,
        `Check the proxy for ${variable}: it doesn't pass requests on to the station.`,
      );
    case "no-answer":
      return bad(
        `${url} doesn't answer from this machine (${look.reason})`,
        `Check that the proxy runs, and that firewall and router let ${variable} through.`,
      );
    default:
      return look satisfies never;
  }
}

/** A host name, the variable that names it, and the result of the lookup. */
export interface NameState {
  readonly name: string;
  readonly variable: string;
  readonly answer: { readonly addresses: readonly string[] } | { readonly reason: string };
}

export function judgeNames(names: readonly NameState[]): Finding {
  if (names.length === 0) return well("no names to look up");
  const failed = names.filter(({ answer }) => "reason" in answer);
  if (failed.length > 0)
    return bad(
      failed
        .map(
          ({ name, answer }) => `${name} is not found (${"reason" in answer ? answer.reason : ""})`,
        )
        .join(", "),
      `Add a DNS record, or correct ${failed.map(({ variable }) => variable).join(" and ")}.`,
    );
  return well(
    names
      .map(
        ({ name, answer }) =>
          `${name} is ${"addresses" in answer ? answer.addresses.join(" and ") : ""}`,
      )
      .join(", "),
  );
}

/** A certificate as presented or stored. */
export interface CertificateState {
  readonly of: string;
  readonly look:
    | { readonly validToMs: number; readonly distrust: string | null }
    | { readonly reason: string };
}

const DAY_MS = 86_400_000;
/** Certificates are renewed 30 days before they expire: with less time left, a renewal has failed. */
const LATE_DAYS = 14;

export function judgeCertificates(
  certificates: readonly CertificateState[],
  { nowMs }: { readonly nowMs: number },
): Finding {
  if (certificates.length === 0) return well("no address with TLS is set");
  const findings = certificates.map((one) => judgeCertificate(one, nowMs));
  const worst =
    findings.find(({ state }) => state === "bad") ??
    findings.find(({ state }) => state === "warning");
  if (worst === undefined) return well(findings.map(({ found }) => found).join(", "));
  const wrong = findings.filter(({ state }) => state !== "ok");
  return { ...worst, found: wrong.map(({ found }) => found).join(", ") };
}

function judgeCertificate({ of, look }: CertificateState, nowMs: number): Finding {
  if ("reason" in look)
    return bad(
      `the certificate of ${of} can't be read (${look.reason})`,
      "Check that the address is right and TLS is switched on there, or that the file is there, in PEM, and readable for the station's user.",
    );
  const days = Math.floor((look.validToMs - nowMs) / DAY_MS);
  const renew = "Renew it: look at the log of what renews it (Caddy, certbot).";
  if (look.validToMs <= nowMs) return bad(`the certificate of ${of} has expired`, renew);
  if (look.distrust !== null)
    return bad(
      `browsers don't trust the certificate of ${of} (${look.distrust})`,
      "Use a certificate of a public authority for exactly this name, with its whole chain.",
    );
  const found = `the certificate of ${of} is valid for ${days} more days`;
  return days < LATE_DAYS ? warning(found, renew) : well(found);
}

/** @param problems null while the station is stopped: nothing has been seen */
export function judgeProxy(problems: readonly string[] | null): Finding {
  if (problems === null) return well("not checked while the station is stopped");
  if (problems.length === 0) return well("no forwarding header was ignored");
  return warning(
    problems.join(" "),
    "Set the variable as described, restart the station, and see docs/behind-a-proxy.md.",
  );
}

/** @param bus of the running station; null while it is stopped */
export function judgeBus(
  bus: { readonly kind: "nats" | "postgresql"; readonly trouble: string | null } | null,
): Finding {
  if (bus === null) return well("not checked while the station is stopped");
  const carrier = bus.kind === "nats" ? "the nats-server" : "the database";
  if (bus.trouble === null) return well(`through ${carrier}`);
  return warning(
    `${carrier} does not carry them, so the serving node writes to all browsers itself: ${bus.trouble}`,
    bus.kind === "nats"
      ? "Check the nats-server and NATS_URL (docs/nodes.md)."
      : "Check the database server.",
  );
}

/** Whether the bot's network can be reached. */
export type IrcProbe =
  | { readonly kind: "off" }
  | { readonly kind: "in-channel"; readonly channels: readonly string[] }
  | { readonly kind: "not-connected"; readonly reason: string | null }
  | { readonly kind: "own-stopped" }
  | { readonly kind: "answers"; readonly address: string }
  | { readonly kind: "no-answer"; readonly address: string; readonly reason: string };

export function judgeIrc(look: IrcProbe): Finding {
  const advice = "Check IRC_SERVER, IRC_PORT and IRC_TLS, and that the firewall lets them out.";
  switch (look.kind) {
    case "off":
      return well("off");
    case "in-channel":
      return well(`the bot is in ${look.channels.join(", ")}`);
    case "own-stopped":
      return well("the station's own IRC server starts with the station");
    case "not-connected":
      return warning(`the bot is not connected: ${look.reason ?? "connecting"}`, advice);
    case "answers":
      return well(`${look.address} answers`);
    case "no-answer":
      return warning(`${look.address} doesn't answer (${look.reason})`, advice);
    default:
      return look satisfies never;
  }
}
