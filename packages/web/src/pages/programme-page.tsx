import { usePageTitle } from "./page-title.ts";
import { AccessGate } from "../features/accounts/access-gate.tsx";
import { ProgrammePanel } from "../features/programme/programme-panel.tsx";

export function ProgrammePage() {
  usePageTitle("Programme");
  return (
    <AccessGate
      right="programme"
      title="Programme"
      text="Enter the admin access code to plan the programme."
      denied="Invalid admin code. Contact the administrator."
    >
      <ProgrammePanel />
    </AccessGate>
  );
}
