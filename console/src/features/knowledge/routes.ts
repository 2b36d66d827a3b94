export const knowledgeRoutes = [] as const;
