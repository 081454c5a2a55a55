import { brandingSchema } from "@neonrelay/contract/callers";
import type { Branding } from "@neonrelay/contract/callers";
import { useLayoutEffect, useRef } from "react";
import { contrast } from "../../../ui/contrast.ts";
import { FormSection, TextField } from "../../../ui/form-fields.tsx";
import { TEXT_CONTRAST } from "../../../ui/theme-colours.ts";
import { colourProperties, parseHsl } from "../../branding/index.ts";

type Colors = Branding["colors"];

const names = ["primary", "secondary", "accent"] as const;
const labels = {
  primary: "Primary Colour",
  secondary: "Secondary Colour",
  accent: "Accent Colour",
} as const;

/** The three colours as text, with a preview in both themes. */
export function BrandingColours({
  colors,
  problem,
  onEdit,
}: {
  readonly colors: Colors;
  /** The station's message about the field at that path. */
  readonly problem: (path: string) => string | undefined;
  readonly onEdit: (colors: Colors) => void;
}) {
  const shape = brandingSchema.shape.colors.shape;
  const isReadable = brandingSchema.shape.colors.safeParse(colors).success;
  return (
    <FormSection title="Colours" text="Enter each as hsl(h, s%, l%).">
      <div className="grid gap-4 md:grid-cols-3">
        {names.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            value={colors[name]}
            maxLength={40}
            problem={
              shape[name].safeParse(colors[name]).success
                ? problem(`colors.${name}`)
                : "Enter a colour such as hsl(180, 100%, 50%)"
            }
            onChange={(colour) => onEdit({ ...colors, [name]: colour })}
          />
        ))}
      </div>
      {isReadable && <Preview colors={colors} />}
    </FormSection>
  );
}

function Preview({ colors }: { readonly colors: Colors }) {
  const area = useRef<HTMLElement>(null);
  const properties = colourProperties(colors);
  // By script, since the content security policy forbids style attributes.
  useLayoutEffect(() => {
    for (const [name, value] of properties) area.current?.style.setProperty(name, value);
  });
  const onPrimary = contrast(
    parseHsl(properties.get("--on-primary") ?? ""),
    parseHsl(colors.primary),
  );
  return (
    <section ref={area} aria-label="Preview" className="grid gap-4 xl:grid-cols-2">
      <PreviewOnPage className="[color-scheme:dark]" />
      <PreviewOnPage className="[color-scheme:light]" />
      <span className="badge justify-self-start text-muted tabular-nums">
        Contrast {onPrimary.toFixed(1)}:1 {onPrimary >= TEXT_CONTRAST ? "AA" : "too low"}
      </span>
    </section>
  );
}

function PreviewOnPage({ className }: { readonly className: string }) {
  return (
    <div
      className={`flex flex-wrap items-center gap-4 rounded-m border border-line bg-bg p-4 text-text ${className}`}
    >
      <span className="flex gap-2" aria-hidden="true">
        <span className="size-10 rounded-m border border-control bg-primary" />
        <span className="size-10 rounded-m border border-control bg-secondary" />
        <span className="size-10 rounded-m border border-control bg-accent" />
      </span>
      <span className="inline-flex min-h-11 items-center rounded-m border border-primary-edge bg-primary px-4 font-display font-semibold text-on-primary">
        Play
      </span>
      <span className="flex flex-col">
        <span className="font-display text-[17px] font-semibold text-primary-text">Title</span>
        <span className="text-[13px] text-secondary-text">Artist</span>
      </span>
      <span className="badge border-accent-edge text-accent-text">LIVE</span>
    </div>
  );
}
