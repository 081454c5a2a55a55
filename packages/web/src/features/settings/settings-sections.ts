import type { StationSettings } from "@neonrelay/contract/callers";

/** The sections of the settings; the URL has the id as `?section=`. The filter finds one by its words and its settings, too. */
export const settingsSections = [
  { id: "station", name: "Station", words: "name tagline jingles" },
  { id: "branding", name: "Branding", words: "colours" },
  {
    id: "streaming",
    name: "Streaming",
    words: "sound mounts HLS outputs edges DJs visitors",
  },
  {
    id: "requests",
    name: "Requests and Visitors",
    words: "guests queue cooldown comments registration maintenance",
  },
  { id: "sources", name: "Music Sources", words: "Navidrome Subsonic folders servers" },
  { id: "going-public", name: "Going Public", words: "https encryption proxy reach checklist" },
  { id: "backups", name: "Backups", words: "restore export import configuration scheduled" },
  { id: "system", name: "System", words: "restart emergency stop doctor usage disk version" },
  { id: "users", name: "Users", words: "accounts roles passwords DJs keys" },
  { id: "database", name: "Database", words: "SQL console connection" },
  { id: "monitoring", name: "Monitoring", words: "health processor memory" },
  { id: "logs", name: "Logs", words: "errors warnings" },
  { id: "security", name: "Security", words: "events days" },
] as const;
export type SettingsSection = (typeof settingsSections)[number]["id"];

/** What forms and refusals call the fields of the settings. */
export const settingLabels: Readonly<Record<keyof StationSettings, string>> = {
  stationName: "Station Name",
  tagline: "Tagline",
  timeZone: "Time Zone",
  autoPlay: "Auto-play",
  ircChannel: "IRC Channel",
  announcesShows: "Announce shows on IRC",
  doesTopicFollowShow: "IRC topic follows the show",
  volume: "Server Volume",
  djKeysWork: "DJs only in their shows",
  djAddress: "Address for DJs",
  bitrate: "Bitrate",
  maxListeners: "Max Listeners",
  loudnessTargetLufs: "Loudness target",
  streamLimitMinutes: "Longest external stream",
  shortestTrackSeconds: "Shortest track",
  leftOutFormats: "Music formats",
  uploadFormats: "More formats for uploads",
  maxUploadMegabytes: "Largest upload",
  trashDays: "Days in the trash",
  tagOriginalsMegabytes: "Room for undo in files",
  allowedStreamHosts: "Allowed private hosts",
  oldAddresses: "Old addresses",
  relays: "Icecast relays",
  commentsEnabled: "Comments",
  registrationEnabled: "Public Registration",
  maintenanceMode: "Maintenance Mode",
  guestQueueActions: "Guest queue actions",
  requestRules: "Request rules",
  requestTurns: "Requests play",
  separation: "Separation",
  kindRules: "Kinds of Tracks",
  retention: "Retention",
  listeningSessionDays: "Listening sessions",
};

export const brandingLabels = {
  siteName: "Station Name",
  tagline: "Tagline",
  controlPanelTitle: "Control Panel Title",
  "metadata.genre": "Genre",
  "metadata.website": "Website URL",
  "metadata.email": "Contact Email",
  "irc.botName": "Bot Name",
  "irc.server": "IRC Server",
  headerTags: "Header Tags",
  "colors.primary": "Primary Colour",
  "colors.secondary": "Secondary Colour",
  "colors.accent": "Accent Colour",
};

/** Settings with a field or a part of their own, by section. Name and tagline are found under Branding. */
const settingsOf: Partial<Record<SettingsSection, readonly (keyof StationSettings)[]>> = {
  station: [
    "timeZone",
    "autoPlay",
    "ircChannel",
    "announcesShows",
    "doesTopicFollowShow",
    "volume",
    "djKeysWork",
    "kindRules",
  ],
  streaming: [
    "djAddress",
    "bitrate",
    "maxListeners",
    "loudnessTargetLufs",
    "streamLimitMinutes",
    "shortestTrackSeconds",
    "leftOutFormats",
    "uploadFormats",
    "maxUploadMegabytes",
    "trashDays",
    "tagOriginalsMegabytes",
    "allowedStreamHosts",
    "oldAddresses",
    "relays",
    "commentsEnabled",
    "registrationEnabled",
    "maintenanceMode",
  ],
  requests: ["guestQueueActions", "requestRules", "requestTurns"],
  security: ["retention", "listeningSessionDays"],
};

/** A setting, and the section that has it. */
interface PlacedSetting {
  readonly section: SettingsSection;
  readonly label: string;
}

/** Every setting that can be opened in its section. */
export const placedSettings: readonly PlacedSetting[] = [
  ...Object.values(brandingLabels).map((label) => ({ section: "branding", label }) as const),
  ...settingsSections.flatMap(({ id }) =>
    (settingsOf[id] ?? []).map((name) => ({
      section: id,
      label: settingLabels[name],
    })),
  ),
];
