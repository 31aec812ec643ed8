# The network of the shop.

terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

provider "aws" {
  region = var.region
}

variable "region" {
  description = "Where it runs"
  type        = string
  default     = "eu-north-1"
}

locals {
  zones = ["a", "b"]
  # every name begins with this
  prefix = "shop-${terraform.workspace}"
}

data "aws_ami" "base" {
  most_recent = true
  filter {
    name   = "name"
    values = ["base-*"]
  }
}

// One subnet a zone.
resource "aws_subnet" "zone" {
  for_each = toset(local.zones)

  vpc_id            = aws_vpc.main.id
  availability_zone = "${var.region}${each.key}"

  tags = {
    Name = "${local.prefix}-${each.key}"
  }

  lifecycle {
    create_before_destroy = true
  }
  # addresses are given out by hand
}

/* The only network. */
resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"

  dynamic "ingress" {
    for_each = var.ports
    content {
      from_port = ingress.value
    }
  }
}

module "cluster" {
  source  = "./modules/cluster"
  subnets = [for s in aws_subnet.zone : s.id]
}

output "vpc" {
  value = aws_vpc.main.id
}

moved {
  from = aws_vpc.old
  to   = aws_vpc.main
}
