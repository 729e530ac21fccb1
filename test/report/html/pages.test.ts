// One file of tests: each loads Playwright, axe and all that writes pages anew.
import './hostileText.ts';
import './otherPages.ts';
import './reportPage.ts';
import '../live/dashboard.ts';
