import 'uplot/dist/uPlot.min.css';
import './page.css';
import { mountCharts } from './charts.ts';
import { enableCopying } from './copy.ts';
import { readData } from './data.ts';
import { enableFilters } from './filters.ts';
import { startLivePage } from './live.ts';
import { enablePrinting } from './print.ts';
import { enableTheme } from './theme.ts';
import { enableWitnesses } from './witness.ts';

const data = readData();
enableTheme();
enableCopying();
enableFilters();
enableWitnesses(data.witnesses);
mountCharts(data);
enablePrinting();
if (document.body.dataset.page === 'live') startLivePage(data);
