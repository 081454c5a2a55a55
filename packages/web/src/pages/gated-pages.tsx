import { AccessGate } from "../features/accounts/access-gate.tsx";
import { listenersPanel, programmePanel, settingsCentre, uploadPanel } from "./gated-parts.ts";
import { usePageTitle } from "./page-title.ts";

export function UploadPage() {
  usePageTitle("Music Upload");
  return (
    <AccessGate
      part={uploadPanel}
      title="Music Upload"
      text="Enter the admin access code to upload music."
      denied="Invalid admin code. Please contact the administrator."
    />
  );
}

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

export function ListenersPage() {
  usePageTitle("Listeners");
  return (
    <AccessGate
      part={listenersPanel}
      title="Listeners"
      text="Enter the admin access code to see who listens."
      denied="Invalid admin code. Contact the administrator."
    />
  );
}

export function ProgrammePage() {
  usePageTitle("Programme");
  return (
    <AccessGate
      part={programmePanel}
      title="Programme"
      text="Enter the admin access code to plan the programme."
      denied="Invalid admin code. Contact the administrator."
    />
  );
}
