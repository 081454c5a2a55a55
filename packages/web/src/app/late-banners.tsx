import { MaintenanceBanner } from "./maintenance-banner.tsx";
import { UpdateBanner } from "./update/update-banner.tsx";

/** Banners that most visitors never see, loaded after the first paint. */
export function LateBanners() {
  return (
    <>
      <MaintenanceBanner />
      <UpdateBanner />
    </>
  );
}
