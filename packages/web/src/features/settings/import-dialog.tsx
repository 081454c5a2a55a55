import { configApi, settingsApi, stationConfigSchema } from "@neonrelay/contract";
import type { StationConfig } from "@neonrelay/contract";
import { useId, useState } from "react";
import type { SyntheticEvent } from "react";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../accounts/password-field.tsx";

type Chosen =
  | { readonly kind: "none" }
  | { readonly kind: "unreadable" }
  | { readonly kind: "config"; readonly config: StationConfig };

/** Takes settings and branding from a file that was exported. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>({ kind: "none" });
  const [password, setPassword] = useState("");
  const id = useId();
  const importing = useCommand({
    run: (config: StationConfig) => callApi(configApi.importConfig, { body: { password, config } }),
    done: { title: "Configuration Updated", text: "Settings and branding are those of the file" },
    failure: "Failed to import the configuration",
    changes: [settingsApi.getStationSettings.path, settingsApi.getBranding.path],
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (chosen.kind === "config") importing.mutate(chosen.config, { onSuccess: onClose });
  };
  return (
    <Dialog title="Import Configuration" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-[13px] text-muted">
            Configuration file
          </label>
          <input
            id={id}
            className="field py-2"
            type="file"
            accept="application/json,.json"
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file !== undefined) void readConfig(file).then(setChosen);
            }}
          />
          <p id={`${id}-note`} role="alert" className="text-[13px] text-danger">
            {chosen.kind === "unreadable" && "This file is not an exported configuration"}
          </p>
        </div>
        <PasswordField
          password={password}
          describedBy={`${id}-password`}
          isInvalid={importing.isError}
          autoComplete="current-password"
          onChange={setPassword}
        />
        <p id={`${id}-password`} className="-mt-2 text-[13px] text-muted">
          Your own: the station asks again before it is set up anew.
        </p>
        <button
          type="submit"
          className="button button-primary"
          disabled={chosen.kind !== "config" || password === "" || importing.isPending}
        >
          {importing.isPending ? "Importing…" : "Import Configuration"}
        </button>
      </form>
    </Dialog>
  );
}

async function readConfig(file: File): Promise<Chosen> {
  try {
    const parsed = stationConfigSchema.safeParse(JSON.parse(await file.text()));
    return parsed.success ? { kind: "config", config: parsed.data } : { kind: "unreadable" };
  } catch {
    return { kind: "unreadable" };
  }
}
