export { default as Screen } from './login-screen.tsx';
