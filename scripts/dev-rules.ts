import type { PartName } from "../packages/launcher/src/station-part.ts";

/** Vite answers these itself; any other request except for a page goes to the station. */
const stationPath =
  /^\/(?:api|ws|hls|metrics)(?:[/?]|$)|^\/[^/?]+\.(?:mp3|opus|aac|m3u8?|pls|xsl)(?:\?|$)/;

/** Whether the station answers an address of the web port, rather than Vite with pages and their files. */
export function isOfStation(url: string): boolean {
  return stationPath.test(url);
}

/** Which parts run the code of this file, given below the project. Vite handles changes of `web` itself. */
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
