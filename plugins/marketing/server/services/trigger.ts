/** The only mail trigger of this plugin; each campaign provides its words. */
export const TRIGGER = 'marketing.mail.campaign'
