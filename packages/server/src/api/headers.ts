import fastifyHelmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { socketUrls } from "@neonrelay/contract";
import type { IncomingMessage } from "node:http";
import type { ServerConfig } from "../config/config.ts";
import { streamBaseUrl } from "../radio/radio-actions.ts";
import { hostnameOf } from "../http-kit/origin-rules.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import { originsElsewhere } from "../edges/edge-rules.ts";
import type { PeerFinder } from "../http-kit/peer.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * Browser features a page may use: everything the app does not need is off, in case a script gets in. Only names that
 * Chromium knows: it warns about others in the console, and other browsers ignore the header.
 */
const PERMISSIONS_POLICY = [
  ...["autoplay", "clipboard-write", "fullscreen"].map((used) => `${used}=(self)`),
  ...[
    "accelerometer",
    "camera",
    "clipboard-read",
    "display-capture",
    "encrypted-media",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "window-management",
    "xr-spatial-tracking",
  ].map((unused) => `${unused}=()`),
].join(", ");

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Headers for data, in case it is opened as a page: it may load nothing and can't be framed. The rest of helmet's
 * headers are for pages, and would be longer than most answers.
 */
const forData: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/** Headers of every answer: where content may come from, and no caching of calls. */
export async function addHeaders(
  app: FastifyInstance,
  {
    config,
    findPeer,
    link,
    settings,
  }: {
    readonly config: ServerConfig;
    readonly findPeer: PeerFinder;
    readonly link: Pick<OnAirLink, "status">;
    readonly settings: Pick<Settings, "current">;
  },
): Promise<void> {
  const hostOf = (request: IncomingMessage): string => findPeer(request).host ?? "";
  // Pages stay open while edges come and go, so edges that are away now are included.
  const streamOrigins = (request: IncomingMessage): string => {
    const { origin } = streamBaseUrl(config, hostnameOf(hostOf(request)) ?? "localhost");
    const { relays } = settings.current;
    const elsewhere = originsElsewhere({ edges: link.status?.edges ?? [], relays });
    return [...new Set([origin, ...elsewhere])].join(" ");
  };
  // The proxy may pass on the Host without its port; the page is at PUBLIC_URL all the same.
  const publicHost = config.publicUrl === null ? "" : new URL(config.publicUrl).host;
  await app.register(fastifyHelmet, {
    global: false,
    hsts: false,
    crossOriginEmbedderPolicy: false,
    // The stream server is another origin, on plain http unless PUBLIC_STREAM_URL says otherwise.
    crossOriginResourcePolicy: { policy: "same-site" },
    originAgentCluster: false,
    // For browsers without frame-ancestors.
    xFrameOptions: { action: "deny" },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // React sets styles through the CSSOM, which needs no permission; this allows style attributes in markup only.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", streamOrigins],
        connectSrc: [
          "'self'",
          (request) => socketSources([hostOf(request), publicHost]),
          streamOrigins,
        ],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    // The router has decoded the address and also resolved its absolute form.
    const { url = request.url } = request.routeOptions;
    const isCall = isApiPath(url) || isApiPath(request.url);
    // Cacheable answers set this header themselves.
    if (isCall) reply.header("cache-control", "no-store");
    const isPage = !isCall || isDescriptionPage(url);
    if (isPage) reply.header("permissions-policy", PERMISSIONS_POLICY);
    // Without includeSubDomains: names below this one may be other sites, without https.
    if (request.isSecure) reply.header("strict-transport-security", `max-age=${YEAR_SECONDS}`);
    reply.helmet(isPage ? {} : forData);
    if (request.routeOptions.config.isForOtherSites === true)
      reply
        .header("access-control-allow-origin", "*")
        .header("cross-origin-resource-policy", "cross-origin");
  });
}

/** Where a page requested at one of these hosts may open its socket, with and without TLS. */
function socketSources(hosts: readonly string[]): string {
  const pages = hosts.flatMap((host) =>
    ["http", "https"].map((scheme) => URL.parse(`${scheme}://${host}`)),
  );
  const urls = pages.flatMap((page) => (page === null ? [] : (socketUrls(page) ?? [])));
  return [...new Set(urls.map((url) => new URL(url).origin))].join(" ");
}

/** Whether an address, with or without a query, is a call's and not a page's. */
export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}

/** The page that shows the API description, and its files. */
function isDescriptionPage(url: string): boolean {
  return /^\/api\/docs(?:[/?]|$)/.test(url);
}
