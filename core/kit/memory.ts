// What a process remembers so as not to read it again.
export { KeptAnswers } from '../memory/kept_answers.js'
export { Recent } from '../memory/recent.js'
