/** The chunks of the chart, which a build can be without: what draws it, and what a reader can do with the drawing. */
export const CHART_CHUNKS = [
  { name: 'chart-page', test: /\/chart\/chart-page\.tsx$/, priority: 0.6 },
  {
    name: 'simulation',
    test: /\/packages\/statechart\/(?:page|explore|exports|walks)\/|\/chart\.config\.ts$/,
    priority: 0.5,
  },
];
