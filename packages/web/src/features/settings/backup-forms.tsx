import { backupApi, configApi } from "@neonrelay/contract";
import { Download, Upload } from "lucide-react";
import { useState } from "react";
import { FormSection } from "../../ui/form-fields.tsx";
import { useRight } from "../accounts/session-data.ts";
import { ImportDialog } from "./import-dialog.tsx";

/** What takes the station elsewhere, or back: for whoever may do everything. */
export function BackupForms() {
  const mayBackUp = useRight("backup");
  const [isImporting, setIsImporting] = useState(false);
  if (!mayBackUp)
    return (
      <FormSection
        title="Backup and configuration"
        text="Only a super_admin may take a backup, or export and import the configuration. Sign in with such an account."
      >
        {null}
      </FormSection>
    );
  return (
    <FormSection
      title="Backup and configuration"
      text="A backup holds the whole database and the covers, but no music. A configuration holds settings and branding."
    >
      <div className="flex flex-wrap gap-3">
        <a className="button" href={backupApi.downloadBackup.path} download>
          <Download size={16} aria-hidden="true" />
          Backup System
        </a>
        <a className="button" href={configApi.exportConfig.path} download>
          <Download size={16} aria-hidden="true" />
          Export Configuration
        </a>
        <button type="button" className="button" onClick={() => setIsImporting(true)}>
          <Upload size={16} aria-hidden="true" />
          Import Configuration
        </button>
      </div>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </FormSection>
  );
}
