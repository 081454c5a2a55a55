import type { ProbeState } from "../protocol/index.ts";
import { codecNames, type StreamFormat } from "../formats/stream-formats.ts";
import { mountFacts } from "./mount-formats.ts";
import type { StreamStatus } from "./stream-status.ts";

/**
 * The public page at `/`: a link to the station, what plays, where to listen. It never reloads, since a visitor may be
 * listening on it.
 */
export function statusPage(status: StreamStatus): string {
  const { settings } = status;
  const name = escapeHtml(settings.stationName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>:root{${coloursOf(settings)}}${STYLE}</style>
</head>
<body>
<main>
<header>${MARK}<div><h1>${name}</h1><p>${escapeHtml(settings.description)}</p></div></header>
${siteLink(status)}
${onAir(status)}
<section>
<h2>Listen in a player</h2>
<ul>
${addresses(status).join("\n")}
</ul>
</section>
<footer>
${status.probes.map((probe) => `<p>${escapeHtml(describeProbe(probe))}</p>`).join("\n")}
<p><a href="/status-json.xsl">Status as JSON</a></p>
</footer>
</main>
</body>
</html>
`;
}

function siteLink({ siteUrl }: StreamStatus): string {
  if (siteUrl === null) return "";
  return `<p><a class="button" href="${escapeHtml(siteUrl)}">Open the station</a></p>
<p class="small">For requests, chat and the library.</p>`;
}

function onAir(status: StreamStatus): string {
  const { listeners, listenerPeak } = status;
  const { badge, isLive, text } = describeAir(status);
  const count = listeners === 1 ? "1 listener" : `${listeners} listeners`;
  return `<section>
<p class="state"><span class="badge${isLive ? " live" : ""}">${badge}</span>
${count}, at most ${listenerPeak} since the start</p>
<p class="title">${escapeHtml(text)}</p>
<audio controls preload="none" src="${mountFacts.mp3.path}"></audio>
</section>`;
}

/** In the web app's words. */
function describeAir({ settings, source, title }: StreamStatus) {
  if (!settings.isStreaming) return { badge: "OFFLINE", isLive: false, text: "Off air" };
  if (source === "paused") return { badge: "OFFLINE", isLive: false, text: "Station paused" };
  if (source === "emergency")
    return { badge: "No music", isLive: false, text: "The emergency loop is on air" };
  const text = title ?? "Not on air yet";
  if (source === "faded-out") return { badge: "Faded out", isLive: false, text };
  return { badge: "LIVE", isLive: true, text };
}

function addresses({ baseUrl, mounts, settings }: StreamStatus): readonly string[] {
  const base = escapeHtml(baseUrl);
  const listed = mounts.map(
    ({ path, format }) => `<li><a href="${path}">${base}${path}</a> ${describe(format)}
(<a href="${path}.m3u">M3U</a>, <a href="${path}.pls">PLS</a>)</li>`,
  );
  const hls = `<li><a href="/hls/live.m3u8">${base}/hls/live.m3u8</a> HLS</li>`;
  return settings.isHlsOn ? [...listed, hls] : listed;
}

/** The settings' schema allows only digits, commas and percent signs. */
function coloursOf({ colors }: StreamStatus["settings"]): string {
  return `--primary:${colors.primary};--secondary:${colors.secondary};--accent:${colors.accent}`;
}

/** The station's own listener, in one line. */
function describeProbe({ path, problem, levelDb, titleAgeMs }: ProbeState): string {
  if (problem !== null) return `${path}: ${problem}`;
  const level = levelDb === null ? "silence" : `${levelDb} dBFS`;
  const title = titleAgeMs === null ? "" : `, same title for ${Math.round(titleAgeMs / 1000)} s`;
  return `${path} is up: ${level}${title}`;
}

function describe({ codec, bitrateKbps, sampleRateHz, channels }: StreamFormat): string {
  const sound = `${sampleRateHz / 1000} kHz ${channels === 1 ? "mono" : "stereo"}`;
  return `${codecNames[codec]}, ${bitrateKbps} kbit/s, ${sound}`;
}

/** Allows the page's own style and player, and nothing else. */
export const STATUS_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The station's mark, in its colours. */
const MARK = `<svg viewBox="0 0 32 32" width="48" height="48" aria-hidden="true" fill="none" stroke-linecap="round" stroke-width="2.6">
<path d="M10.5 21.5a7.8 7.8 0 0 1 0-11M21.5 10.5a7.8 7.8 0 0 1 0 11" class="near"/>
<path d="M6.6 25.4a13.3 13.3 0 0 1 0-18.8M25.4 6.6a13.3 13.3 0 0 1 0 18.8" class="far"/>
<circle cx="16" cy="16" r="3.1" class="core"/></svg>`;

/** The web app's surfaces and spacing; text keeps to its light greys, which stay readable with any station colours. */
const STYLE = `
:root{color-scheme:dark;--bg:hsl(250 40% 4%);--s1:hsl(250 30% 8%);--s3:hsl(250 24% 17%);--line:hsl(250 24% 22%);
--text:hsl(220 30% 96%);--muted:hsl(230 18% 72%)}
body{margin:0;min-height:100vh;display:grid;place-items:center;overflow-wrap:anywhere;
background:radial-gradient(60rem 36rem at 78% -12%,color-mix(in srgb,var(--secondary) 9%,transparent),transparent 70%),
radial-gradient(52rem 34rem at 8% 112%,color-mix(in srgb,var(--primary) 7%,transparent),transparent 70%) var(--bg);
color:var(--text);font:15px/22px system-ui,sans-serif}
main{box-sizing:border-box;width:100%;max-width:40rem;padding:clamp(1rem,5vw,2rem)}
header{display:flex;gap:16px;align-items:center}
h1{margin:0;font-size:30px;line-height:36px}
h2{margin:0;font-size:15px;letter-spacing:.02em}
p{margin:0}
header p,.state,footer,.small{color:var(--muted)}
.near{stroke:var(--primary)}.far{stroke:var(--secondary)}.core{fill:var(--text)}
.button{display:flex;min-height:48px;align-items:center;justify-content:center;margin-top:24px;border:2px solid var(--primary);
border-radius:10px;background:var(--s3);font-weight:600;text-decoration:none;
box-shadow:0 0 22px color-mix(in srgb,var(--primary) 45%,transparent)}
.button:hover{background:var(--line)}
.small{margin-top:8px;text-align:center;font-size:13px}
section{margin-top:24px;border:1px solid var(--line);border-radius:16px;background:var(--s1);padding:16px}
.state{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;font-size:13px}
.badge{border:1px solid var(--line);border-radius:999px;padding:1px 10px;font-size:12px;font-weight:600;letter-spacing:.06em}
.live{border-color:var(--accent);color:var(--text)}
.title{margin:8px 0 16px;font-size:22px;line-height:28px;font-weight:600}
a{color:var(--text);text-decoration-color:var(--primary);text-underline-offset:3px}
a:focus-visible{outline:2px solid var(--text);outline-offset:2px}
ul{margin:8px 0 0;padding-left:20px}
li{margin-top:6px}
audio{display:block;width:100%}
footer{margin-top:24px;font-size:13px}
`;

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
