/** Fields side by side where there is room for two. */
export const twoColumns = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))', gap: 2, alignItems: 'start' } as const;
