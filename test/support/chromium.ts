import { accessSync, constants } from 'node:fs';
import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one Chromium of all files is spoken to. */
    chromium: string;
  }
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium lies: `CHROMIUM`, or where Debian and others install it. */
function chromiumPath(): string {
  const found = [process.env.CHROMIUM, ...places].find((path) => {
    if (path === undefined || path === '') return false;
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined)
    throw new Error(
      'Browser tests need Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM.',
    );
  return found;
}

/**
 * What nobody looks at here: the address bar of each window, a page of its own that costs more than most of ours, and processes
 * started for pages to come. The list takes the place of Playwright's, of which these pages need what comes first.
 */
const withoutFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'ThirdPartyStoragePartitioning'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'InitialWebUI', 'PreloadTopChromeWebUI'],
  'SpareRendererForSitePerProcess',
];

/** Starts a Chromium without the services that would want a network. */
export function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-site-isolation-trials',
      '--renderer-process-limit=1',
      `--disable-features=${withoutFeatures.join(',')}`,
    ],
  });
}

/** One Chromium for the files of a project; gives what ends it. */
export default async function startChromium(project: TestProject): Promise<() => Promise<void>> {
  const server = await serveChromium();
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
