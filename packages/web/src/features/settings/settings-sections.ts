/** The sections of the settings; the URL has the id as `?section=`. The filter finds one by its words and its settings, too. */
export const settingsSections = [
  {
    id: "station",
    name: "Station",
    words: "name tagline volume auto-play time zone kinds jingles",
  },
  { id: "branding", name: "Branding", words: "colours title genre website contact bot IRC server" },
  {
    id: "streaming",
    name: "Streaming",
    words: "sound mounts HLS outputs edges DJs visitors",
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
