import './page.css';
import { enableCopying } from './copy.ts';
import { enableCsv } from './csv.ts';
import { readData, readTime } from './data.ts';
import { enableFilters } from './filters.ts';
import { startLivePage } from './live.ts';
import { enablePrinting } from './print.ts';
import { enableProblemKeys } from './problems.ts';
import { enableTheme } from './theme.ts';
import type { TimeCharts } from './timeCharts.ts';
import { enableTime } from './timeView.ts';
import { enableWitnesses } from './witness.ts';

const data = readData();
let charts: TimeCharts | null = null;
enableTheme();
enableCopying();
enableFilters();
enableProblemKeys();
enableWitnesses(data);
enableCsv();
enablePrinting(() => charts);
if (document.body.dataset.page === 'live') startLivePage(data);
else
  void readTime(data).then((time) => {
    charts = enableTime(time);
  });
