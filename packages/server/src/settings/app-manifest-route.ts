import type { FastifyInstance } from "fastify";
import { toBranding } from "./branding.ts";
import type { Settings } from "./settings.ts";

/** Colour of the page header, so that the system's bar above it blends in. */
const SHELL_COLOUR = "#100e1b";
const BACKGROUND_COLOUR = "#07060e";
/** About as many letters as fit below an icon. */
const SHORT_NAME_LENGTH = 12;

/**
 * Serves the web app manifest, with the station's own name and the icons shipped with the web app. It is generated here
 * rather than a static file because the name is a setting.
 */
export function addAppManifest(app: FastifyInstance, settings: Settings): void {
  app.get("/manifest.webmanifest", (_request, reply) => {
    const { siteName, tagline } = toBranding(settings.current);
    return reply
      .header("cache-control", "no-cache")
      .type("application/manifest+json; charset=utf-8")
      .send(
        JSON.stringify({
          id: "/",
          name: siteName,
          short_name: siteName.slice(0, SHORT_NAME_LENGTH).trim(),
          description: `${siteName} - ${tagline}`,
          lang: "en",
          dir: "ltr",
          start_url: "/",
          scope: "/",
          display: "standalone",
          theme_color: SHELL_COLOUR,
          background_color: BACKGROUND_COLOUR,
          categories: ["music", "entertainment"],
          icons: [
            icon("icon-192.png", 192, "any"),
            icon("icon-512.png", 512, "any"),
            icon("maskable-192.png", 192, "maskable"),
            icon("maskable-512.png", 512, "maskable"),
          ],
          shortcuts: [
            { name: "Library", url: "/library" },
            { name: "Queue", url: "/playlist" },
          ],
        }),
      );
  });
}

function icon(file: string, sizePx: number, purpose: "any" | "maskable") {
  return { src: `/icons/${file}`, sizes: `${sizePx}x${sizePx}`, type: "image/png", purpose };
}
