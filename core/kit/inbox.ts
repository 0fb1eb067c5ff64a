// Calls from outside: verified, kept once, worked off in their company.
export { inboxRoute } from '../inbox/inbox_route.js'
