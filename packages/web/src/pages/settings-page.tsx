import { lazy, Suspense } from "react";
import { usePageTitle } from "../app/page-title.ts";
import { AccessGate } from "../features/accounts/access-gate.tsx";
import { LoadingRows } from "../ui/panel-state.tsx";

/** Only who is let in loads it. */
const SettingsCentre = lazy(async () => {
  const { SettingsCentre: centre } = await import("../features/settings/settings-centre.tsx");
  return { default: centre };
});

export function SettingsPage() {
  usePageTitle("Settings");
  return (
    <AccessGate
      right="system_config"
      title="Settings"
      text="Enter the admin access code to set up the station."
      denied="Invalid admin code. Contact the administrator."
    >
      <Suspense fallback={<LoadingRows label="Loading settings" count={8} />}>
        <SettingsCentre />
      </Suspense>
    </AccessGate>
  );
}
