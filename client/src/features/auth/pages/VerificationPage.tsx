export function SmsVerificationPage() { return null; }
export function EmailVerificationPage() { return null; }
