import { metricsApi } from "@neonrelay/contract";
import { networkOf } from "@neonrelay/process/client-address";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { HlsStorageState, ProbeState } from "@neonrelay/on-air/protocol";
import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { countStation } from "./system-store.ts";
import { ApiFailure, nothingHere } from "../http-kit/api-failure.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import { createLoginThrottle, type LoginThrottle } from "../limits/login-throttle.ts";
import { waitOf } from "../limits/wait-words.ts";
import { decideMetrics } from "./metrics-rules.ts";
import type { SystemParts } from "./system-handlers.ts";

const { getMetrics } = metricsApi;
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Adds GET /metrics in Prometheus format, and measures every request for it. */
export function addMetrics(
  app: FastifyInstance,
  { security, ...parts }: SystemParts & { readonly security: SecurityLog },
): void {
  // One per server: the library's global registry would be shared by all servers in the process.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const measure = createGauges(registry, parts);
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of HTTP requests",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    // The route's pattern rather than the address, which visitors choose.
    const route = request.routeOptions.url ?? "none";
    requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  // A separate throttle: a scraper with a wrong token must not block sign-ins from its network.
  const throttle = createLoginThrottle();
  app.get(getMetrics.path, async (request, reply) => {
    await requireReader(request, { reply, token: parts.config.metricsToken, security, throttle });
    await measure();
    reply.header("cache-control", "no-store").type(registry.contentType);
    return await registry.metrics();
  });
}

async function requireReader(
  request: FastifyRequest,
  {
    reply,
    token,
    security,
    throttle,
  }: {
    readonly reply: FastifyReply;
    readonly token: string | null;
    readonly security: SecurityLog;
    readonly throttle: LoginThrottle;
  },
): Promise<void> {
  const { authorization } = request.headers;
  const tried = { subject: "metrics", address: networkOf(request.peer.address) };
  const waitMs = throttle.waitMs(tried);
  const decision = decideMetrics({
    isLoopback: request.peer.isLoopback,
    hasToken: token !== null,
    hasToWait: waitMs > 0,
    isTokenRight: token !== null && isBearer(authorization, token),
  });
  switch (decision) {
    case "allowed":
      return;
    case "hidden":
      throw new ApiFailure(nothingHere);
    case "wait":
      throw new ApiFailure({
        error: `Too many wrong tokens came from this address; try again ${waitOf(waitMs)}`,
        code: "too_many_requests",
        retryAt: new Date(Date.now() + waitMs).toISOString(),
      });
    case "refused":
      if (authorization !== undefined) {
        await throttle.recordFailure(tried);
        security.record({
          severity: "medium",
          eventType: "metrics_refused",
          description: "GET /metrics with a wrong token",
          ipAddress: request.peer.address,
        });
      }
      reply.header("www-authenticate", "Bearer");
      throw new ApiFailure({ error: getMetrics.refusal, code: "not_signed_in" });
    default:
      return decision satisfies never;
  }
}

/** Takes constant time, however much of the token is right. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(authorization ?? ""), hash(`Bearer ${token}`));
}

/** @returns a function that records what our own listener hears, given the age of the report */
function createProbeGauges(
  registry: Registry,
): (probes: readonly ProbeState[], statusAgeMs: number) => void {
  const probeGauge = (name: string, help: string): Gauge<"mount"> =>
    new Gauge({ name, help, labelNames: ["mount"], registers: [registry] });
  const heard = probeGauge("neonrelay_probe_up", "Whether our own listener hears the mount");
  const level = probeGauge(
    "neonrelay_probe_level_dbfs",
    "Loudest second our own listener heard recently",
  );
  const titleAge = probeGauge(
    "neonrelay_probe_title_age_seconds",
    "Time since its title last changed",
  );
  const heardAge = probeGauge(
    "neonrelay_probe_age_seconds",
    "Time since our own listener last heard it",
  );
  return (probes, statusAgeMs) => {
    for (const gauge of [heard, level, titleAge, heardAge]) gauge.reset();
    for (const { path: mount, problem, levelDb, titleAgeMs, ageMs } of probes) {
      heard.set({ mount }, problem === null ? 1 : 0);
      if (levelDb !== null) level.set({ mount }, levelDb);
      if (ageMs !== null) heardAge.set({ mount }, (ageMs + statusAgeMs) / 1000);
      if (titleAgeMs !== null) titleAge.set({ mount }, titleAgeMs / 1000);
    }
  };
}

/** @returns a function that measures everything; unknown values are removed rather than left stale */
function createGauges(
  registry: Registry,
  { database, link, probe, browsers, backups, publisher, audience }: SystemParts,
): () => Promise<void> {
  const gauge = (name: string, help: string): ((value: number | null) => void) => {
    const made = new Gauge({ name, help, registers: [registry] });
    return (value) => (value === null ? made.remove() : made.set(value));
  };
  const setListeners = gauge("neonrelay_listeners", "Listeners of the stream");
  const setSessions = gauge(
    "neonrelay_listening_sessions",
    "Sessions of the stream server's own listeners in its ledger: listeners without bots",
  );
  const setWaitingRows = gauge(
    "neonrelay_ledger_waiting_rows",
    "Rows of the listeners' ledger that are not in the database yet",
  );
  countListening(registry, audience);
  const setSockets = gauge("neonrelay_sockets", "Browsers on the web socket");
  const setElsewhere = gauge(
    "neonrelay_sockets_elsewhere",
    "Browsers on the web socket of another node, which has messages for all from the bus",
  );
  const setBus = gauge("neonrelay_bus_up", "Whether the bus between the nodes is connected");
  const setQueue = gauge("neonrelay_queue_entries", "Entries in the queue");
  const setTracks = gauge("neonrelay_tracks", "Tracks in the library with a file");
  const setDatabase = gauge("neonrelay_database_up", "Whether the database answers");
  const setLatency = gauge("neonrelay_database_latency_seconds", "How long the database took");
  const setOnAir = gauge("neonrelay_on_air_up", "Whether the stream server is linked");
  const setOnAirAge = gauge(
    "neonrelay_on_air_age_seconds",
    "Age of the stream server's last report",
  );
  const setEngine = gauge("neonrelay_engine_up", "Whether the sound engine runs");
  const setSpeed = gauge(
    "neonrelay_encoder_speed",
    "Encoding speed of the programme, as a multiple of real time",
  );
  const setBackupAge = gauge(
    "neonrelay_backup_age_seconds",
    "Age of the newest scheduled backup that was proved by a restore",
  );
  const measureHlsStorage = createHlsStorageGauges(registry);
  const measureProbes = createProbeGauges(registry);
  return async () => {
    const status = link.currentStatus;
    measureProbes(status?.probes ?? [], link.statusAgeMs);
    measureHlsStorage(status?.hlsStorage ?? null);
    setListeners(link.listeners);
    setSessions(status?.ledger?.sessions ?? null);
    setWaitingRows(status?.ledger?.waitingRows ?? null);
    setSockets(browsers.size);
    setElsewhere(publisher?.socketsElsewhere ?? null);
    setBus(publisher === null ? null : Number(publisher.isBusUp));
    setOnAir(link.isUp ? 1 : 0);
    setOnAirAge(link.ageMs === null ? null : link.ageMs / 1000);
    setEngine(status?.engine === "running" ? 1 : 0);
    setSpeed(status?.encoderSpeed ?? null);
    const answer = await probe();
    const isUp = answer.kind === "answered";
    setDatabase(isUp ? 1 : 0);
    setLatency(isUp ? answer.latencyMs / 1000 : null);
    const backupAgeMs = isUp ? await backups.ageMs() : null;
    setBackupAge(backupAgeMs === null ? null : backupAgeMs / 1000);
    const sizes = isUp ? await countStation(database.connection) : null;
    setQueue(sizes?.queued ?? null);
    setTracks(sizes?.tracks ?? null);
  };
}

/** Counts what on-air's ledger has brought since this server started. */
function countListening(registry: Registry, audience: SystemParts["audience"]): void {
  const count = (name: string, help: string, total: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(total());
      },
    });
  count(
    "neonrelay_listening_sessions_total",
    "Listening sessions that began, since the server started",
    () => audience.totals.sessions,
  );
  count(
    "neonrelay_listening_seconds_total",
    "Listening time of all listeners together, since the server started",
    () => audience.totals.seconds,
  );
}

/**
 * @returns a function that records the state of the HLS copy on object storage; without a copy the gauges have no value
 */
function createHlsStorageGauges(registry: Registry): (copy: HlsStorageState | null) => void {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name, help, registers: [registry] });
  const reaches = gauge(
    "neonrelay_hls_storage_up",
    "Whether the copy of HLS reaches the storage; no value while there is nothing to copy",
  );
  const behind = gauge(
    "neonrelay_hls_storage_behind_seconds",
    "How much finished sound the playlist at the storage lacks",
  );
  const lost = gauge(
    "neonrelay_hls_storage_lost_segments",
    "Segments that players there missed, since the copying began",
  );
  return (copy) => {
    if (copy === null || copy.state === "idle") {
      for (const each of [reaches, behind, lost]) each.remove();
      return;
    }
    reaches.set(copy.state === "copying" ? 1 : 0);
    behind.set(copy.behindSeconds);
    lost.set(copy.lostSegments);
  };
}
