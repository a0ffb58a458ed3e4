export interface LoginForm {
  username: string;
  password: string;
  keep: boolean;
  /** the signed response of a passkey, which replaces username and password */
  passkey?: string;
}

export interface RegisterForm extends LoginForm {
  email: string;
  confirmation: string;
  inviteCode: string;
  /** the pages agreed to, as the server names them, and the minimum age; absent: the server does not ask */
  agreed?: string;
  age?: number;
}

/** A problem with a field, found before sending. */
export type FormProblem =
  | 'nameRequired'
  | 'usernameRequired'
  | 'emailRequired'
  | 'passwordRequired'
  | 'passwordsDoNotMatch';
export type FormProblems = Partial<Record<keyof RegisterForm, FormProblem>>;

/** Spec section 5: required fields, checked before sending. */
export function problemsOfForm(form: LoginForm | RegisterForm): FormProblems {
  const problems: FormProblems = {};
  if (form.passkey) return problems;
  // a log-in accepts the email instead of the username
  const missing = 'email' in form ? 'usernameRequired' : 'nameRequired';
  if (form.username.trim() === '') problems.username = missing;
  if (form.password === '') problems.password = 'passwordRequired';
  if (!('email' in form)) return problems;
  if (form.email.trim() === '') problems.email = 'emailRequired';
  if (form.password !== form.confirmation) problems.confirmation = 'passwordsDoNotMatch';
  return problems;
}
