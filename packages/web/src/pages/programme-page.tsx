import { AccessGate } from "../features/accounts/access-gate.tsx";
import { programmePanel } from "./gated-parts.ts";
import { usePageTitle } from "./page-title.ts";

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
