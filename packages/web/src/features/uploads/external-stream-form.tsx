import { Radio } from "lucide-react";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../api/call-api.ts";
import { forgetFailure } from "../../api/use-command.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { useToasts } from "../../ui/toast-store.ts";
import { Guidelines } from "./guidelines.tsx";
import { useAddStream } from "./upload-data.ts";
import type { StreamForm as Fields } from "./upload-data.ts";

const guidelines = [
  "MP3, AAC, Ogg, FLAC or HLS; a direct address or a playlist.",
  "The station connects to it 20 seconds before its turn.",
  "It plays for at most an hour, or as long as the streaming settings allow.",
  "If the station can't reach it for five minutes, the queue moves on.",
  "Addresses in private networks are refused.",
  "Add only streams that you may broadcast.",
];

const labels = { url: "Stream URL", title: "Title", artist: "Artist" };
const empty: Fields = { url: "", title: "", artist: "" };

/** Adds an external stream to the library and the queue. */
export function ExternalStreamForm() {
  return (
    <div className="upload-columns">
      <StreamForm />
      <Guidelines title="Stream Guidelines" lines={guidelines} />
    </div>
  );
}

function StreamForm() {
  const add = useAddStream();
  const toasts = useToasts();
  const [fields, setFields] = useState(empty);
  const values = Object.values(fields);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const isComplete = values.every((value) => value.trim() !== "");
    // Anything typed in the meantime belongs to another stream.
    const onSuccess = () => setFields((now) => (now === fields ? empty : now));
    if (isComplete) return add.mutate(fields, { onSuccess });
    toasts.show({
      tone: "error",
      title: "Missing Information",
      text: "Please fill in all fields for the external stream",
      durationMs: 5000,
    });
  };
  const field = (name: keyof Fields) => ({
    name,
    label: labels[name],
    value: fields[name],
    problem: fieldProblem(add.error, name),
    onChange: (value: string) => {
      forgetFailure(add);
      setFields({ ...fields, [name]: value });
    },
  });
  return (
    <form onSubmit={submit} noValidate className="panel flex flex-col gap-4 p-4 lg:p-6">
      <p className="text-[13px] text-muted">
        Plays a public http or https stream as a track of its own. It joins the library and the end
        of the queue.
      </p>
      <TextField
        {...field("url")}
        type="url"
        maxLength={2000}
        placeholder="https://radio.example/live.mp3"
      />
      <div className="grid gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
        <TextField {...field("title")} maxLength={200} placeholder="Live Set" />
        <TextField {...field("artist")} maxLength={200} placeholder="Neon Coast" />
      </div>
      <button
        type="submit"
        className="button button-primary self-start"
        disabled={values.includes("") || add.isPending}
      >
        <Radio size={18} aria-hidden="true" />
        {add.isPending ? "Adding…" : "Add External Stream"}
      </button>
    </form>
  );
}
