import { AccessGate } from "../features/accounts/access-gate.tsx";
import { uploadPanel } from "./gated-parts.ts";
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
