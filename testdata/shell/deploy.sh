#!/bin/sh

. /etc/shop/env.sh

if command -v systemctl >/dev/null; then
  restart() { systemctl restart "$1"; }
elif command -v rc-service >/dev/null; then
  # Alpine
  restart() {
    rc-service "$1" restart
  }
else
  restart() { kill -HUP "$(cat "/run/$1.pid")"; }
fi

restart shop
