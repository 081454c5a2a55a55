import { Sparkles, Upload } from "lucide-react";
import { Link } from "wouter";
import { useRight } from "../../accounts/index.ts";
import { useDemoMusic, useMakeDemo } from "./demo-data.ts";
import { demoWords } from "./demo-words.ts";

/** Ways to add the first music, for users who may upload. */
export function FirstMusic({ className }: { readonly className: string }) {
  if (!useRight("upload")) return null;
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      <Link href="/upload" className="button button-small">
        <Upload size={16} aria-hidden="true" />
        Upload your first track
      </Link>
      <MakeDemo />
    </div>
  );
}

function MakeDemo() {
  const state = useDemoMusic();
  const make = useMakeDemo();
  const isMaking = make.isPending || (state?.making ?? null) !== null;
  return (
    <>
      <button
        type="button"
        className="button button-small tabular-nums"
        disabled={isMaking}
        onClick={() => make.mutate()}
      >
        <Sparkles size={16} aria-hidden="true" />
        {demoWords(state)}
      </button>
      {state?.hasFailed === true && !isMaking && (
        <p role="alert" className="w-full text-[13px] text-danger">
          The demo tracks could not be created; the system log says why
        </p>
      )}
    </>
  );
}
