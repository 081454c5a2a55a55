/** The sections of the settings; the URL has the id as `?section=`. */
export const settingsSections = [
  { id: "station", name: "Station" },
  { id: "branding", name: "Branding" },
  { id: "streaming", name: "Streaming" },
  { id: "sources", name: "Music Sources" },
  { id: "system", name: "System" },
  { id: "users", name: "Users" },
  { id: "database", name: "Database" },
  { id: "monitoring", name: "Monitoring" },
  { id: "logs", name: "Logs" },
  { id: "security", name: "Security" },
] as const;
export type SettingsSection = (typeof settingsSections)[number]["id"];
