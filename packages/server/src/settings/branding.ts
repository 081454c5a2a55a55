import type { Branding } from "@neonrelay/contract";
import type { StoredSettings } from "./settings-store.ts";

type BrandingColumns = Pick<
  StoredSettings,
  | "stationName"
  | "tagline"
  | "controlPanelTitle"
  | "botName"
  | "ircServer"
  | "genre"
  | "website"
  | "email"
  | "primaryColor"
  | "secondaryColor"
  | "accentColor"
  | "headerTags"
>;

export function toBranding(settings: BrandingColumns): Branding {
  return {
    siteName: settings.stationName,
    tagline: settings.tagline,
    controlPanelTitle: settings.controlPanelTitle,
    irc: { botName: settings.botName, server: settings.ircServer },
    metadata: { genre: settings.genre, website: settings.website, email: settings.email },
    colors: {
      primary: settings.primaryColor,
      secondary: settings.secondaryColor,
      accent: settings.accentColor,
    },
    headerTags: [...settings.headerTags],
  };
}

export function fromBranding(branding: Branding): BrandingColumns {
  return {
    stationName: branding.siteName,
    tagline: branding.tagline,
    controlPanelTitle: branding.controlPanelTitle,
    botName: branding.irc.botName,
    ircServer: branding.irc.server,
    genre: branding.metadata.genre,
    website: branding.metadata.website,
    email: branding.metadata.email,
    primaryColor: branding.colors.primary,
    secondaryColor: branding.colors.secondary,
    accentColor: branding.colors.accent,
    headerTags: branding.headerTags,
  };
}
