// Sending a declared mail (`mails` of a plugin), changing its words, and reading the outbox.
export { MAX_ATTACHMENT_BYTES, type MailAttachment, type MailRecipient } from '../contract/mail.js'
export { type Sending, sendMail } from '../mail/mail_service.js'
export { calendarAttachment } from '../mail/calendar_file.js'
export { type MailWords, type Placeholder, type Trigger, findTrigger, listTriggers, placeholdersOf } from '../mail/mail_words.js'
export {
  type MailText,
  type TextKey,
  type TextVersion,
  type WordsSource,
  listVersions,
  listWritten,
  mailTextChanged,
  readText,
  saveText,
} from '../mail/texts.js'
export { UNCERTAIN_DECISIONS, type UncertainDecision, decideUncertain } from '../mail/uncertain.js'
export { sendLetter } from '../mail/send_letter.js'
export { heldMailOf, holdOfMember, retryHeldMember } from '../mail/bounces.js'
export { checkedWords } from '../mail/check_words.js'
export { previewText, sendTest } from '../mail/try_text.js'
export {
  MAIL_STATUSES,
  type MailStatus,
  type OutboxMail,
  type OutboxSummary,
  findMail,
  mailsSource,
  mailsToMember,
  sendAgain,
  summarizeMails,
} from '../mail/outbox_list.js'
