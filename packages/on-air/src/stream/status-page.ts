import type { ProbeState } from "../protocol/index.ts";
import { codecNames, type StreamFormat } from "../stream-formats.ts";
import { mountFacts } from "./mount-facts.ts";
import type { StreamStatus } from "./stream-status.ts";

/** The public page at `/`: what plays, for how many, and where to listen. It does not load itself anew: somebody may listen on it. */
export function statusPage(status: StreamStatus): string {
  const { settings } = status;
  const listeners = status.listeners === 1 ? "1 listener" : `${status.listeners} listeners`;
  const title = settings.isStreaming ? (status.title ?? "Not on air yet") : "Off air";
  const mounts = status.mounts.map(
    ({
      path,
      format,
    }) => `<li><a href="${path}">${escapeHtml(status.baseUrl)}${path}</a> ${describe(format)}
(<a href="${path}.m3u">M3U</a>, <a href="${path}.pls">PLS</a>)</li>`,
  );
  const heard = status.probes.map((probe) => `<p>${escapeHtml(describeProbe(probe))}</p>`);
  if (settings.isHlsOn)
    mounts.push(
      `<li><a href="/hls/live.m3u8">${escapeHtml(status.baseUrl)}/hls/live.m3u8</a> HLS</li>`,
    );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(settings.stationName)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(settings.stationName)}</h1>
<p>${escapeHtml(settings.description)}</p>
<p class="title">${escapeHtml(title)}</p>
<p>${listeners}, at most ${status.listenerPeak} since the start</p>
${heard.join("\n")}
<audio controls preload="none" src="${mountFacts.mp3.path}"></audio>
<ul>
${mounts.join("\n")}
<li><a href="/status-json.xsl">Status as JSON</a></li>
</ul>
</main>
</body>
</html>
`;
}

/** The station's own listener, in one line. */
function describeProbe({ path, problem, levelDb, titleAgeMs }: ProbeState): string {
  if (problem !== null) return `${path}: ${problem}`;
  const level = levelDb === null ? "silence" : `${levelDb} dBFS`;
  const title = titleAgeMs === null ? "" : `, the title for ${Math.round(titleAgeMs / 1000)} s`;
  return `${path} is heard: ${level}${title}`;
}

function describe({ codec, bitrateKbps, sampleRateHz, channels }: StreamFormat): string {
  const sound = `${sampleRateHz / 1000} kHz ${channels === 1 ? "mono" : "stereo"}`;
  return `${codecNames[codec]}, ${bitrateKbps} kbit/s, ${sound}`;
}

/** Lets the page's own style and player work and nothing else. */
export const STATUS_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0b0714;color:#e9e4f5;
overflow-wrap:anywhere;
font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;max-width:40rem;padding:clamp(1rem,6vw,2rem)}
h1{margin:0;color:#ff4fd8}
.title{font-size:1.4rem;color:#5ef1ff}
a{color:#5ef1ff}
ul{padding-left:1.2rem}
audio{width:100%}
`;

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
