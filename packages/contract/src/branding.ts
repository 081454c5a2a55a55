import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { emailOrNoneSchema, hslSchema, lineSchema, nickSchema, webAddressSchema } from "./texts.ts";

/** Name of the station and of its pages. */
export const nameSchema = lineSchema({ shortest: 1, longest: 80 });

export const taglineSchema = lineSchema({ shortest: 0, longest: 160 });

export const brandingSchema = z.object({
  siteName: nameSchema,
  tagline: taglineSchema,
  controlPanelTitle: nameSchema,
  irc: z.object({
    botName: nickSchema,
    /** For display only; IRC_SERVER sets where the bot connects. */
    server: lineSchema({ shortest: 0, longest: 255 }),
  }),
  metadata: z.object({
    genre: lineSchema({ shortest: 0, longest: 80 }),
    website: webAddressSchema,
    email: emailOrNoneSchema,
  }),
  colors: z.object({ primary: hslSchema, secondary: hslSchema, accent: hslSchema }),
  /** Shown beside the panel's title. */
  headerTags: z.array(lineSchema({ shortest: 1, longest: 30 })).check(z.maxLength(4)),
});

export type Branding = z.infer<typeof brandingSchema>;

export const defaultBranding: Branding = {
  siteName: "Neon Relay",
  tagline: "Synthwave & Cyberpunk Vibes",
  controlPanelTitle: "Radio Control Panel",
  irc: { botName: "StreamBot", server: "" },
  metadata: { genre: "Synthwave", website: "", email: "" },
  colors: {
    primary: "hsl(180, 100%, 50%)",
    secondary: "hsl(300, 100%, 50%)",
    accent: "hsl(120, 100%, 50%)",
  },
  headerTags: ["OpenBSD 7.6", "Icecast Server"],
};

export const brandingCalls = defineCalls({
  getBranding: {
    method: "GET",
    path: "/api/branding",
    response: brandingSchema,
  },
  putBranding: {
    method: "PUT",
    path: "/api/branding",
    response: brandingSchema,
  },
});
