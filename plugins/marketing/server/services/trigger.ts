/** The one mail of this plugin, whose words each campaign brings. */
export const TRIGGER = 'marketing.mail.campaign'
