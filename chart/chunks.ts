/** The chunks of the chart, which a build can be without: what its route shows meanwhile, and what draws it. */
export const CHART_CHUNKS = [
  { name: 'chart-notices', test: /\/chart\/chart-notices\.tsx$/ },
  { name: 'chart-page', test: /\/chart\/chart-page\.tsx$/ },
];
