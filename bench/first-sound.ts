import { TestStation, until } from "@neonrelay/test-station";
import { launchChromium } from "@neonrelay/test-station/browser";
import type { BenchResult } from "./main.ts";

const RUNS = 6;
const SOUND_LIMIT_MS = 15_000;

/** From clicking Play to the first non-zero analyser frame, in Chromium, with a cold page each time. */
export async function benchFirstSound(): Promise<BenchResult> {
  await using station = await TestStation.start({
    demoMusic: true,
    environment: { LOG_LEVEL: "warn" },
  });
  await until(
    "music is on air",
    async () =>
      station
        .visitor()
        .call("GET", "/api/radio-state")
        .then(({ body }) => JSON.stringify(body).includes('"currentTrackId":"')),
    { limitMs: 60_000 },
  );
  const browser = await launchChromium();
  const times: number[] = [];
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const page = await browser.newPage();
      // Watches every analyser the page makes after the click, without changing the page's code.
      await page.addInitScript(() => {
        const analysers: AnalyserNode[] = [];
        window.AnalyserNode = class WatchedAnalyser extends AnalyserNode {
          constructor(context: BaseAudioContext, options?: AnalyserOptions) {
            super(context, options);
            analysers.push(this);
          }
        };
        let clickedAt = 0;
        document.addEventListener(
          "click",
          () => {
            clickedAt = performance.now();
            const look = () => {
              for (const analyser of analysers) {
                const samples = new Float32Array(analyser.fftSize);
                analyser.getFloatTimeDomainData(samples);
                if (samples.some((sample) => sample !== 0)) {
                  document.documentElement.dataset["firstSoundMs"] = String(
                    performance.now() - clickedAt,
                  );
                  return;
                }
              }
              setTimeout(look, 2);
            };
            look();
          },
          { capture: true, once: true },
        );
      });
      await page.goto(station.webUrl);
      await page
        .getByRole("button", { name: /^(play|listen)/i })
        .first()
        .click();
      await page.waitForFunction(
        () => document.documentElement.dataset["firstSoundMs"] !== undefined,
        undefined,
        {
          timeout: SOUND_LIMIT_MS,
        },
      );
      times.push(
        Number(await page.evaluate(() => document.documentElement.dataset["firstSoundMs"])),
      );
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return {
    rows: [{ what: "click to first sound, ms", neonrelay: times.map(Math.round) }],
    aim: "aim: a median of at most 400 ms",
    broken: [],
  };
}
