import { AccessGate } from "../features/accounts/access-gate.tsx";
import { settingsCentre } from "./gated-parts.ts";
import { usePageTitle } from "./page-title.ts";

export function SettingsPage() {
  usePageTitle("Settings");
  return (
    <AccessGate
      part={settingsCentre}
      title="Settings"
      text="Enter the admin access code to set up the station."
      denied="Invalid admin code. Contact the administrator."
    />
  );
}
