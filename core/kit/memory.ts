// Caches in memory.
export { KeptAnswers } from '../memory/kept_answers.js'
export { Recent } from '../memory/recent.js'
