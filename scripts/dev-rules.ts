import type { PartName } from "../packages/launcher/src/station-part.ts";

/** Vite answers for these itself; everything else that is no page comes from the station. */
const stationPath =
  /^\/(?:api|ws|hls|metrics)(?:[/?]|$)|^\/[^/?]+\.(?:mp3|opus|aac|m3u8?|pls|xsl)(?:\?|$)/;

/** Whether the station answers for an address of the web port, while pages and their files come from Vite. */
export function isOfStation(url: string): boolean {
  return stationPath.test(url);
}

/** Which parts run code of that file, below the project. Vite shows the changes of `web` by itself. */
export function partsRunning(file: string): readonly PartName[] {
  const name = file.replaceAll("\\", "/");
  if (!/\.(?:ts|tsx|json|sql)$/.test(name) || /\.test\.tsx?$|\/test-[^/]*$/.test(name)) return [];
  const [, packageName = "", inside = ""] = /^packages\/([^/]+)\/(.*)$/.exec(name) ?? [];
  switch (packageName) {
    case "server":
    case "irc":
    case "contract":
      return ["server"];
    case "process":
      return ["on-air", "server"];
    case "on-air":
      return inside.startsWith("src/protocol/") ? ["on-air", "server"] : ["on-air"];
    default:
      return [];
  }
}
