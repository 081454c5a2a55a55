import { backupCalls, configCalls } from "@neonrelay/contract/callers";
import { ArchiveRestore, Download, Music, Upload } from "lucide-react";
import { useState } from "react";
import { FormSection } from "../../../ui/form-fields.tsx";
import { useRight } from "../../accounts/index.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import { ScheduledBackups } from "./scheduled-backups.tsx";

/** Backups, by hand and by schedule. */
export function BackupsSection() {
  return (
    <>
      <BackupForms />
      <ScheduledBackups />
    </>
  );
}

/** Backup, restore, export and import: for super admins. */
export function BackupForms() {
  const mayBackUp = useRight("backup");
  const [open, setOpen] = useState<"import" | "restore">();
  if (!mayBackUp)
    return (
      <FormSection
        title="Backup and configuration"
        text="Only super admins can make and restore backups, and export and import the configuration."
      >
        {null}
      </FormSection>
    );
  return (
    <FormSection
      title="Backup and configuration"
      text="A backup contains the whole database and the covers. With music, it also contains every file of the library, so it can be large. A configuration contains settings and branding."
    >
      <div className="flex flex-wrap gap-3">
        <a className="button" href={backupCalls.downloadBackup.path} download>
          <Download size={16} aria-hidden="true" />
          Backup System
        </a>
        <a className="button" href={backupCalls.downloadArchive.path} download>
          <Music size={16} aria-hidden="true" />
          Backup With Music
        </a>
        <button type="button" className="button button-danger" onClick={() => setOpen("restore")}>
          <ArchiveRestore size={16} aria-hidden="true" />
          Restore Backup
        </button>
        <a className="button" href={configCalls.exportConfig.path} download>
          <Download size={16} aria-hidden="true" />
          Export Configuration
        </a>
        <button type="button" className="button" onClick={() => setOpen("import")}>
          <Upload size={16} aria-hidden="true" />
          Import Configuration
        </button>
      </div>
      {open === "import" && <ImportDialog onClose={() => setOpen(undefined)} />}
      {open === "restore" && <RestoreDialog onClose={() => setOpen(undefined)} />}
    </FormSection>
  );
}
