import { usePageTitle } from "./page-title.ts";
import { AccessGate } from "../features/accounts/access-gate.tsx";
import { SettingsCentre } from "../features/settings/settings-centre.tsx";

export function SettingsPage() {
  usePageTitle("Settings");
  return (
    <AccessGate
      right="system_config"
      title="Settings"
      text="Enter the admin access code to set up the station."
      denied="Invalid admin code. Contact the administrator."
    >
      <SettingsCentre />
    </AccessGate>
  );
}
