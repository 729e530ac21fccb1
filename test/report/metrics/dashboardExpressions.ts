import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';

const Dashboard = Type.Object({
  annotations: Type.Object({ list: Type.Array(Type.Object({ expr: Type.String() })) }),
  panels: Type.Array(Type.Object({ targets: Type.Optional(Type.Array(Type.Object({ expr: Type.String() }))) })),
});

const dashboard = Parse(Dashboard, JSON.parse(readFileSync('docs/grafana/canvass.json', 'utf8')));

/** Every expression that the panels of the Grafana dashboard ask for. */
export const panelExpressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** What it draws into all of them. */
export const annotationExpressions = dashboard.annotations.list.map(({ expr }) => expr);
